package io.coterie.deep;

import io.coterie.deep.frozen.Frozen;
import io.coterie.deep.network.FrozenNetwork;
import io.coterie.deep.network.NetworkFiles;
import io.coterie.deep.network.Torch;
import io.coterie.method.NetworkEngine;
import io.coterie.plan.StudyPlan;

/** Networks on PyTorch, and frozen ones on ONNX Runtime. */
public final class TorchEngine implements NetworkEngine {
  @Override
  public void use(Device device) {
    Torch.use(device);
  }

  @Override
  public String description(StudyPlan plan) {
    return Frozen.of(plan).isPresent() ? FrozenNetwork.engine() : Torch.description();
  }

  @Override
  public void offer(String place) {
    NetworkFiles.offer(place);
  }
}
