#!/bin/sh
# Coterie's whole run on MNIST beside scikit-learn's exact nearest neighbors alone, on this machine.
#
#   COTERIE_DATA=/path/to/data bench/compare-knn.sh [--output compare-knn.json] [--only coterie|sklearn]
#
# COTERIE_DATA is the folder that holds mnist/mnist-images-idx3-ubyte.gz and its labels. Python with
# numpy and scikit-learn is looked for in COTERIE_PYTHON, python3 and /usr/bin/python3.
set -eu

here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)

if [ -z "${COTERIE_DATA:-}" ]; then
  echo "COTERIE_DATA is not set; set it to the folder of data sets." >&2
  exit 2
fi

for python in "${COTERIE_PYTHON:-}" python3 /usr/bin/python3; do
  if [ -n "$python" ] && "$python" -c 'import numpy, sklearn' 2>/dev/null; then
    exec "$python" "$here/compare_knn.py" "$@"
  fi
done

echo "No python3 with scikit-learn was found. On Debian and Ubuntu: apt install python3-sklearn;" >&2
echo "elsewhere: pip install scikit-learn. Name another python by COTERIE_PYTHON." >&2
exit 2
