# The program with its fonts and dictionaries: docker build -t paginate . && docker run -v "$PWD:/work" paginate book.epub --page 6x9
FROM swift:6.3-bookworm AS build
WORKDIR /src
COPY . .
RUN Scripts/setup && apt-get install -y -qq python3 dpkg-dev git libcurl4-openssl-dev && Scripts/release --out /dist

FROM debian:bookworm-slim
COPY --from=build /dist/paginate_*.deb /tmp/
RUN apt-get update -qq && apt-get install -y -qq /tmp/paginate_*.deb && rm -rf /tmp/*.deb /var/lib/apt/lists/*
WORKDIR /work
ENTRYPOINT ["paginate"]
