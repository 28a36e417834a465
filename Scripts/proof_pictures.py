"""Compares how a proof draws pages with how the browser shows their SVG, for check_proof.py."""
from proof_browser import check

# How a page is drawn, and how the browser shows its SVG: the mean and the greatest difference of their gray values,
# each pixel with its eight neighbours, because edges are smoothed in another way.
COMPARED = """const [number, done] = arguments;
const grays = (context, width, height) => {
  const all = context.getImageData(0, 0, width, height).data;
  const gray = (x, y) => all[4 * (y * width + x)] + all[4 * (y * width + x) + 1] + all[4 * (y * width + x) + 2];
  const found = [];
  for (let y = 1; y < height - 1; y += 1) for (let x = 1; x < width - 1; x += 1) {
    let sum = 0;
    for (let j = -1; j < 2; j += 1) for (let i = -1; i < 2; i += 1) sum += gray(x + i, y + j);
    found.push(sum / 27);
  }
  return found;
};
const canvasOf = (width, height) => Object.assign(document.createElement('canvas'), { width, height });
(async () => {
  const picture = window.proof.pictureAt(window.proof.picturePath(number));
  const list = await picture.loading;
  if (!list.items) return null;
  const [width, height] = list.size.map(Math.round);
  const own = canvasOf(width, height);
  window.proof.paintList(own, list, width / list.size[0]);
  const other = canvasOf(width, height);
  const image = new Image();
  image.src = `data:image/svg+xml,${encodeURIComponent(list.svg)}`;
  await image.decode();
  other.getContext('2d').drawImage(image, 0, 0, width, height);
  const [a, b] = [own, other].map(one => grays(one.getContext('2d'), width, height));
  let [most, sum, ink] = [0, 0, 0];
  a.forEach((one, i) => { const d = Math.abs(one - b[i]); most = Math.max(most, d); sum += d; ink += 255 - b[i]; });
  return [sum / a.length, most, ink / a.length];
})().then(done, e => done([999, 999, `${e}`]));"""


def pictures(browser, book):
    """Pages are drawn on a canvas as the browser shows their SVG."""
    count = len(book["map"]["pages"])
    images = [image["page"] for image in book["map"]["images"]]
    drawn = 0
    for number in sorted({1, 2, count, *images[:4], *range(1, count + 1, max(1, count // 8))}):
        found = browser.driver.execute_async_script(COMPARED, number)
        if found:
            drawn += 1
            check(found[0] < 1 and found[1] < 60, f"page {number} is not drawn as its SVG: {found}")
    check(drawn, "no page is drawn on a canvas")
    print(f"check_proof: {drawn} pages are drawn as their SVG")
