"""`python -m paginator`."""
import sys

from paginator import main

sys.exit(main())
