package io.coterie.deep;

import static org.assertj.core.api.Assertions.assertThat;

import io.coterie.method.FederatedMethod;
import io.coterie.method.Methods;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** The list that the launcher reads names the methods of this add-on and no other. */
class DeclaredMethodsTest {
  @Test
  void theListIsComplete() throws Exception {
    assertThat(Files.readAllLines(Path.of("src/main/resources/META-INF/coterie-methods")))
        .containsExactlyElementsOf(
            Methods.all().values().stream()
                .filter(method -> method.getClass().getPackageName().startsWith("io.coterie.deep"))
                .map(FederatedMethod::name)
                .toList());
  }
}
