package io.coterie.deep.network;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import ai.djl.Device;
import ai.djl.engine.Engine;
import ai.djl.engine.StandardCapabilities;
import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import ai.djl.pytorch.jni.JniUtils;
import ai.djl.util.Utils;
import io.coterie.CoterieException;
import io.coterie.method.NetworkEngine;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

@Isolated("It sets the device of the whole process.")
class TorchTest {
  @Test
  void loadsWithoutANetworkAndTellsNobody() {
    assertThat(Torch.description()).matches("PyTorch 2.7.1 on [CG]PU, 1 thread per site");

    assertThat(Utils.isOfflineMode()).isTrue();
    assertThat(Boolean.parseBoolean(Utils.getEnvOrSystemProperty("OPT_OUT_TRACKING"))).isTrue();
  }

  @Test
  void computesOnOneThreadWhicheverThreadAsks() throws Exception {
    int[] threads = new int[2];
    threads[0] = Torch.compute(JniUtils::getNumThreads);
    Thread beside = new Thread(() -> threads[1] = Torch.compute(JniUtils::getNumThreads));
    beside.start();
    beside.join();

    assertThat(threads).containsExactly(1, 1);
  }

  @Test
  void computesOnTheDeviceThatWasChosen() {
    Torch.use(NetworkEngine.Device.CPU);
    assertThat(Torch.description()).isEqualTo("PyTorch 2.7.1 on CPU, 1 thread per site");
    try (NDManager manager = Torch.newManager()) {
      assertThat(manager.getDevice()).isEqualTo(Device.cpu());
      assertThat(manager.create(1f).getDevice()).isEqualTo(Device.cpu());
    } finally {
      Torch.use(NetworkEngine.Device.AUTO);
    }
  }

  @Test
  void saysWhyThereIsNoGpu() {
    assumeFalse(Engine.getEngine("PyTorch").hasCapability(StandardCapabilities.CUDA));
    assertThatThrownBy(() -> Torch.use(NetworkEngine.Device.GPU))
        .isInstanceOf(CoterieException.class)
        .hasMessageContaining("PyTorch 2.7.1 here is built without CUDA")
        .hasMessageContaining("--device cpu");
    assertThat(Torch.description()).contains("on CPU");
  }

  @Test
  void numbersOfALossOutliveTheCollector() {
    try (NDManager manager = Torch.newManager()) {
      NDArray weight = manager.create(new float[] {1, 2, 3});
      weight.setRequiresGradient(true);
      List<ByteBuffer> others = new ArrayList<>();
      Torch.addGradients(
          () -> {
            NDArray loss = Torch.scaled(weight, 0.5).sum();
            System.gc();
            // Memory that was given back too early would be taken by one of these.
            for (int i = 0; i < 20_000; i++) {
              others.add(ByteBuffer.allocateDirect(4).putInt(0, -1));
            }
            return loss;
          });

      assertThat(weight.getGradient().toFloatArray()).containsOnly(0.5f);
      assertThat(others).hasSize(20_000);
    }
  }
}
