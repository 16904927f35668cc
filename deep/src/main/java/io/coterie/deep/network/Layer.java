package io.coterie.deep.network;

import ai.djl.ndarray.NDArray;

/** One step of a network, from a batch to a batch. */
@FunctionalInterface
interface Layer {
  NDArray apply(NDArray batch);

  default Layer then(Layer next) {
    return batch -> next.apply(apply(batch));
  }
}
