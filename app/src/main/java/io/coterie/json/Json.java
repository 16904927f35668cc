package io.coterie.json;

import com.fasterxml.jackson.annotation.JsonAutoDetect.Visibility;
import com.fasterxml.jackson.annotation.JsonInclude.Include;
import com.fasterxml.jackson.annotation.JsonInclude.Value;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import com.fasterxml.jackson.annotation.PropertyAccessor;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.core.util.Separators;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.deser.std.StdDelegatingDeserializer;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.ser.std.StdDelegatingSerializer;
import com.fasterxml.jackson.databind.ser.std.ToStringSerializer;
import com.fasterxml.jackson.databind.util.StdConverter;
import com.fasterxml.jackson.datatype.jdk8.Jdk8Module;
import io.coterie.privacy.LedgerEntry;
import io.coterie.privacy.PrivacyLoss;
import java.time.Duration;
import java.time.Instant;

/**
 * JSON as Coterie writes it: two spaces, line feeds, the same bytes on every platform. A record is
 * an object whose keys are its components in snake case and in their order; what is absent has no
 * key, instants are in ISO-8601 form and durations are seconds.
 */
public final class Json {
  public static final ObjectMapper MAPPER =
      JsonMapper.builder()
          .propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
          .defaultPropertyInclusion(Value.construct(Include.NON_ABSENT, Include.NON_ABSENT))
          // Methods such as isOver() are not components.
          .visibility(PropertyAccessor.IS_GETTER, Visibility.NONE)
          // What is read may be hostile: a value is there and of its type, or it is refused.
          .enable(
              DeserializationFeature.FAIL_ON_NULL_CREATOR_PROPERTIES,
              DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
          .disable(DeserializationFeature.ACCEPT_FLOAT_AS_INT)
          .disable(MapperFeature.ALLOW_COERCION_OF_SCALARS)
          .addModule(new Jdk8Module())
          .addModule(times())
          .addMixIn(LedgerEntry.class, LedgerEntryJson.class)
          .build();

  private Json() {}

  /** Core knows no JSON; a charge's loss is written among its other parts. */
  private interface LedgerEntryJson {
    @JsonUnwrapped
    @SuppressWarnings("UnusedMethod") // its annotation is read
    PrivacyLoss loss();
  }

  private static SimpleModule times() {
    return new SimpleModule()
        .addSerializer(Instant.class, ToStringSerializer.instance)
        .addDeserializer(Instant.class, new StdDelegatingDeserializer<>(new InstantReader()))
        .addSerializer(Duration.class, new StdDelegatingSerializer(new DurationWriter()))
        .addDeserializer(Duration.class, new StdDelegatingDeserializer<>(new DurationReader()));
  }

  private static final class InstantReader extends StdConverter<String, Instant> {
    @Override
    public Instant convert(String text) {
      return Instant.parse(text);
    }
  }

  private static final class DurationWriter extends StdConverter<Duration, Double> {
    @Override
    public Double convert(Duration time) {
      return time.toMillis() / 1e3;
    }
  }

  private static final class DurationReader extends StdConverter<Double, Duration> {
    @Override
    public Duration convert(Double seconds) {
      return Duration.ofMillis(Math.round(seconds * 1e3));
    }
  }

  public static ObjectNode object() {
    return JsonNodeFactory.instance.objectNode();
  }

  public static ArrayNode array() {
    return JsonNodeFactory.instance.arrayNode();
  }

  /** Returns a record or a map as an object of its own, to which more can be added. */
  public static ObjectNode tree(Object value) {
    return MAPPER.valueToTree(value);
  }

  /** Returns a record as a document that names the version of its form first. */
  public static ObjectNode versioned(int version, Object value) {
    return object().put("schema_version", version).setAll(tree(value));
  }

  /** Reads one document; IllegalArgumentException if it is none. */
  public static JsonNode parse(String text) {
    try {
      return MAPPER.readTree(text);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("it is no JSON", e);
    }
  }

  /** Reads a record; IllegalArgumentException if the document does not fit it. */
  public static <T> T read(JsonNode document, Class<T> type) {
    try {
      return MAPPER.treeToValue(document, type);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("it is another document", e);
    }
  }

  /** Returns the text of a document, with a line feed at the end. */
  public static String text(Object document) {
    DefaultPrettyPrinter printer =
        new DefaultPrettyPrinter(
                Separators.createDefaultInstance()
                    .withObjectFieldValueSpacing(Separators.Spacing.AFTER))
            .withObjectIndenter(new DefaultIndenter("  ", "\n"));
    try {
      return MAPPER.writer(printer).writeValueAsString(document) + "\n";
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("Plain values are always JSON.", e);
    }
  }

  /** Returns a document on one line, without a line feed. */
  public static String line(Object document) {
    try {
      return MAPPER.writeValueAsString(document);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("Plain values are always JSON.", e);
    }
  }
}
