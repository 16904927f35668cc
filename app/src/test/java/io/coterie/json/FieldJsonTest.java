package io.coterie.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import com.fasterxml.jackson.databind.JsonNode;
import io.coterie.math.LongVector;
import io.coterie.message.Field;
import io.coterie.message.Payload;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FieldJsonTest {
  private record Sums(LongVector values) implements Payload {
    @Override
    public String kind() {
      return "sums";
    }

    @Override
    public List<Field> fields() {
      return List.of(new Field.Longs("values", values));
    }
  }

  @Test
  void longsReadBackExactly() throws IOException {
    // 2⁵³ + 1 is no double.
    LongVector values = LongVector.of(0, -1, (1L << 53) + 1, Long.MIN_VALUE, Long.MAX_VALUE);
    JsonNode written = Json.MAPPER.readTree(Json.text(FieldJson.write(new Sums(values))));
    assertThat(FieldJson.fields(written).longs("values")).isEqualTo(values);
  }

  @ParameterizedTest
  @ValueSource(strings = {"1.5", "9223372036854775808", "\"1\"", "null"})
  void whatIsNoLongIsRefused(String value) throws IOException {
    JsonNode node =
        Json.MAPPER.readTree(
            "{\"kind\":\"sums\",\"fields\":[{\"name\":\"v\",\"type\":\"longs\",\"values\":[%s]}]}"
                .formatted(value));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> FieldJson.fields(node))
        .withMessageContaining("whole number");
  }

  @ParameterizedTest
  @ValueSource(strings = {"1.5", "2147483648", "\"1\"", "true", "null", "[1]"})
  void whatIsNoIntegerIsRefused(String value) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> FieldJson.fields(one("\"type\":\"integers\"", value)))
        .withMessage("\"values\" holds no whole number");
  }

  @ParameterizedTest
  @ValueSource(strings = {"\"1\"", "\"NaN\"", "true", "null", "[1]", "{}", "1e999"})
  void whatIsNoFiniteNumberIsRefused(String value) {
    assertThatIllegalArgumentException()
        .isThrownBy(
            () -> FieldJson.fields(one("\"type\":\"numbers\",\"rows\":1,\"columns\":1", value)))
        .withMessageStartingWith("\"values\" holds ");
  }

  private static JsonNode one(String type, String value) {
    return Json.parse(
        "{\"kind\":\"k\",\"fields\":[{\"name\":\"v\",%s,\"values\":[%s]}]}".formatted(type, value));
  }
}
