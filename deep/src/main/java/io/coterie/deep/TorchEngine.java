package io.coterie.deep;

import io.coterie.deep.network.Torch;
import io.coterie.method.NetworkEngine;

/** Networks on PyTorch. */
public final class TorchEngine implements NetworkEngine {
  @Override
  public void use(Device device) {
    Torch.use(device);
  }

  @Override
  public String description() {
    return Torch.description();
  }
}
