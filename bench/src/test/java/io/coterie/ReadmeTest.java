package io.coterie;

import static org.assertj.core.api.Assertions.assertThat;

import io.coterie.math.Matrix;
import io.coterie.math.Seed;
import io.coterie.message.Labels;
import java.io.IOException;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SplittableRandom;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The README's Java example compiles and clusters. */
class ReadmeTest {
  private static final Pattern JAVA_BLOCK = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL);

  @TempDir Path folder;

  @Test
  void theJavaExampleFindsThreeGroups() throws Exception {
    Path source = Files.writeString(folder.resolve("Example.java"), example());
    int status =
        ToolProvider.getSystemJavaCompiler()
            .run(
                null,
                null,
                null,
                "-cp",
                System.getProperty("java.class.path"),
                "-d",
                folder.toString(),
                source.toString());
    assertThat(status).isZero();

    try (URLClassLoader loader = new URLClassLoader(new URL[] {folder.toUri().toURL()})) {
      Method cluster =
          loader.loadClass("Example").getDeclaredMethod("cluster", Matrix.class, Matrix.class);
      cluster.setAccessible(true);
      Labels labels = (Labels) cluster.invoke(null, groups(1), groups(2));
      for (int i = 0; i < labels.size(); i++) {
        assertThat(labels.of(i)).isEqualTo(labels.of(i % 3));
      }
      assertThat(IntStream.range(0, 3).map(labels::of).distinct().count()).isEqualTo(3);
    }
  }

  private static String example() throws IOException {
    Matcher block = JAVA_BLOCK.matcher(Files.readString(Path.of("..", "README.md")));
    assertThat(block.find()).as("the README has a Java example").isTrue();
    return block.group(1);
  }

  /** Returns 90 points around three corners, in turn. */
  private static Matrix groups(long seed) {
    SplittableRandom random = new Seed(seed).random();
    Matrix points = Matrix.zeros(90, 2);
    for (int i = 0; i < points.rows(); i++) {
      points.set(i, 0, (i % 3 == 1 ? 10 : 0) + random.nextDouble());
      points.set(i, 1, (i % 3 == 2 ? 10 : 0) + random.nextDouble());
    }
    return points;
  }
}
