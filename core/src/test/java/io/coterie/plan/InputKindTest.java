package io.coterie.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class InputKindTest {
  @Test
  void textFormComesBackAsTheSameKind() {
    for (InputKind kind :
        List.of(InputKind.table(), InputKind.vectors(), InputKind.image(28, 30))) {
      assertThat(InputKind.parse(kind.toString())).isEqualTo(kind).hasSameHashCodeAs(kind);
    }
    assertThat(InputKind.image(28, 30)).hasToString("image 28x30");
  }

  @Test
  void kindsDiffer() {
    assertThat(InputKind.table()).isNotEqualTo(InputKind.vectors());
    assertThat(InputKind.image(2, 3)).isNotEqualTo(InputKind.image(3, 2));
    assertThat(InputKind.image(2, 3).isImage()).isTrue();
    assertThat(InputKind.table().isImage()).isFalse();
    assertThat(InputKind.vectors().isVectors()).isTrue();
  }

  @Test
  void onlyImagesHaveAShape() {
    assertThat(InputKind.image(2, 3).asImage().height()).isEqualTo(2);
    assertThat(InputKind.image(2, 3).asImage().width()).isEqualTo(3);
    assertThatThrownBy(() -> InputKind.table().asImage())
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("table");
  }

  @Test
  void rejectsOtherText() {
    for (String text : List.of("", "picture", "image", "image 0x3", "image 28x", "image 28X28")) {
      assertThatThrownBy(() -> InputKind.parse(text))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("image 28x28");
    }
    assertThatThrownBy(() -> InputKind.image(0, 3)).isInstanceOf(IllegalArgumentException.class);
  }
}
