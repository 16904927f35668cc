package io.coterie.bench.speed;

import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The Java of this process, started again with the same class path and options as the launcher gave
 * it, but for the heap.
 *
 * @param heap its largest heap, as in -Xmx
 */
record OwnJava(String heap) {
  /** Options of this process that a child needs to run as fast as it does. */
  private static final List<String> PASSED_ON =
      List.of("-XX:", "-Xshare:", "-Xlog:disable", "--enable-native-access=");

  ProcessBuilder process(String mainClass, String... words) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    for (String option : ManagementFactory.getRuntimeMXBean().getInputArguments()) {
      if (PASSED_ON.stream().anyMatch(option::startsWith)) {
        command.add(option);
      }
    }
    command.addAll(List.of("-Xmx" + heap, "-cp", System.getProperty("java.class.path"), mainClass));
    command.addAll(List.of(words));
    return new ProcessBuilder(command);
  }
}
