#!/bin/sh
# CPU seconds of one pass over MNIST images, ours and PyTorch for Python, in turns on one thread.
#   COTERIE_DATA=FOLDER bench/compare-networks.sh [COUNT]      (PYTHON: an interpreter with torch)
set -eu
cd "$(dirname "$0")/.."
images="${COTERIE_DATA:?names the folder of data sets}/mnist/mnist-images-idx3-ubyte.gz"
count="${1:-10000}"
python="${PYTHON:-python3}"
mvn -B -q -o -pl core,deep -am test-compile
classes="deep/target/test-classes:deep/target/classes:core/target/classes:deep/target/lib/*:app/target/lib/*"
export OMP_NUM_THREADS=1 OMP_WAIT_POLICY=passive
"$python" -c 'import torch; print("Python: PyTorch", torch.__version__)'
for turn in 1 2 3; do
  echo "turn $turn, ours"
  java -cp "$classes" io.coterie.deep.network.NetworkPace "$images" "$count" 2>/dev/null
  echo "turn $turn, Python"
  "$python" bench/compare_networks.py "$images" "$count"
done
