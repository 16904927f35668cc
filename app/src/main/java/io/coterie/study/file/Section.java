package io.coterie.study.file;

import io.coterie.CoterieException;
import io.coterie.EnumText;
import io.coterie.NearestName;
import io.coterie.study.Durations;
import io.coterie.study.file.YamlText.YamlNode;
import io.coterie.study.file.YamlText.YamlNode.Items;
import io.coterie.study.file.YamlText.YamlNode.Mapping;
import io.coterie.study.file.YamlText.YamlNode.Nothing;
import io.coterie.study.file.YamlText.YamlNode.Scalar;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * Keys and values of one part of a file of settings, each read by its type. Every complaint names
 * the file, the line and the key.
 *
 * @param path of this part, with a dot at the end, or empty
 */
public record Section(String origin, String path, Mapping mapping) {
  private static final String NUMBER = "[-+]?([0-9]+\\.?[0-9]*|\\.[0-9]+)([eE][-+]?[0-9]{1,3})?";
  private static final String WHOLE = "[-+]?[0-9]{1,19}";

  /** Makes the part at the top of a file, in which only these keys may be. */
  public static Section top(String text, String origin, List<String> keys) {
    return new Section(origin, "", YamlText.parse(text, origin)).allow(keys);
  }

  /** Refuses a key that is none of these, and names the nearest. */
  private Section allow(List<String> keys) {
    for (Map.Entry<String, Integer> key : mapping.lines().entrySet()) {
      if (!keys.contains(key.getKey())) {
        String hint =
            NearestName.to(key.getKey(), keys)
                .map(nearest -> "Did you mean %s%s?".formatted(path, nearest))
                .orElse("The keys here are %s.".formatted(String.join(", ", keys)));
        throw CoterieException.usage(
            "%s, line %d: there is no key %s. %s"
                .formatted(origin, key.getValue(), shown(path + key.getKey()), hint));
      }
    }
    return this;
  }

  /** Returns a key if it looks like one; anything else could be out of a record. */
  static String shown(String key) {
    return key.matches("[A-Za-z0-9_.-]{1,80}") ? key : "of that name";
  }

  /** Returns a part below this one; an absent one is empty. */
  Section part(String key, List<String> keys) {
    YamlNode node = mapping.values().get(key);
    if (node == null) {
      return new Section(origin, path + key + ".", new Mapping(mapping.line(), Map.of(), Map.of()));
    }
    if (node instanceof Mapping below) {
      return new Section(origin, path + key + ".", below).allow(keys);
    }
    throw wrong(key, "must hold keys and values of its own: %s".formatted(String.join(", ", keys)));
  }

  public boolean has(String key) {
    return mapping.values().containsKey(key);
  }

  Optional<String> text(String key) {
    YamlNode node = mapping.values().get(key);
    return node == null ? Optional.empty() : Optional.of(scalar(key, node));
  }

  String required(String key, String why) {
    return text(key).orElseThrow(() -> missing(key, why));
  }

  CoterieException missing(String key, String why) {
    return CoterieException.usage("%s: %s%s is missing; %s.".formatted(origin, path, key, why));
  }

  public Optional<Long> whole(String key, long least, long most) {
    String must =
        most < Long.MAX_VALUE
            ? "a whole number from %d to %d".formatted(least, most)
            : "a whole number" + (least == Long.MIN_VALUE ? "" : " of at least " + least);
    return value(key, text -> whole(text).filter(value -> value >= least && value <= most), must);
  }

  private static Optional<Long> whole(String text) {
    try {
      return text.matches(WHOLE) ? Optional.of(Long.parseLong(text)) : Optional.empty();
    } catch (NumberFormatException e) {
      return Optional.empty();
    }
  }

  /** Returns the value of a key, read by its type, or says what it must be. */
  private <T> Optional<T> value(String key, Function<String, Optional<T>> type, String must) {
    return text(key).map(text -> require(key, text, type.apply(text), must));
  }

  private <T> T require(String key, String text, Optional<T> value, String must) {
    return value.orElseThrow(() -> wrong(key, "is '%s'; it must be %s".formatted(text, must)));
  }

  /** Returns a whole number of at least the given one, or the fallback. */
  int count(String key, int fallback, int least) {
    return whole(key, least, Integer.MAX_VALUE).map(Math::toIntExact).orElse(fallback);
  }

  public Optional<Double> number(String key) {
    return value(
        key,
        text ->
            Optional.of(text)
                .filter(number -> number.matches(NUMBER))
                .map(number -> Double.parseDouble(number) + 0.0) // no negative zero
                .filter(Double::isFinite),
        "a number, as 0.5 or 1e-6");
  }

  boolean isTrue(String key) {
    return value(
            key,
            text -> Optional.of(text).filter(word -> word.matches("true|false")),
            "true or false")
        .map(Boolean::parseBoolean)
        .orElse(false);
  }

  Duration duration(String key, Duration fallback) {
    String longest = Durations.text(Durations.LONGEST);
    return value(
            key, Durations::parse, "a time from 1s to %s, as 30s, 10m or 2h".formatted(longest))
        .orElse(fallback);
  }

  /** Returns the constant whose word the value is; words have hyphens where names have _. */
  public <E extends Enum<E>> Optional<E> choice(String key, Class<E> type) {
    return text(key).map(text -> constant(key, text, type));
  }

  public <E extends Enum<E>> List<E> choices(String key, Class<E> type) {
    return texts(key).stream().map(text -> constant(key, text, type)).toList();
  }

  private <E extends Enum<E>> E constant(String key, String text, Class<E> type) {
    List<String> words = EnumText.all(type);
    String hint = NearestName.to(text, words).map(". Did you mean %s?"::formatted).orElse("");
    return require(
        key, text, EnumText.parse(type, text), "one of " + String.join(", ", words) + hint);
  }

  /** Returns the texts of a list, or nothing where there is no such key. */
  public List<String> texts(String key) {
    return items(key).stream().map(item -> scalar(key, item)).toList();
  }

  /** Returns the single texts of a part whose keys are anything. */
  Map<String, String> table(String key) {
    YamlNode node = mapping.values().get(key);
    if (node != null && !(node instanceof Mapping)) {
      throw wrong(key, "must hold texts and what they stand for, as {1: yes, 2: no}");
    }
    Map<String, String> table = new LinkedHashMap<>();
    if (node instanceof Mapping below) {
      // Such a key may be a cell of a record, so a complaint names only the table.
      below.values().forEach((text, value) -> table.put(text, scalar(key, value)));
    }
    return table;
  }

  List<YamlNode> items(String key) {
    YamlNode node = mapping.values().get(key);
    if (node == null) {
      return List.of();
    }
    if (node instanceof Items list) {
      return list.items();
    }
    throw wrong(key, "must be a list, as [a, b, c]");
  }

  /** Returns the items of a list, each a single text under the given key or a part with keys. */
  List<Section> parts(String key, String single, List<String> keys) {
    List<Section> parts = new ArrayList<>();
    for (YamlNode item : items(key)) {
      String below = path + key + ".";
      if (item instanceof Mapping part) {
        parts.add(new Section(origin, below, part).allow(keys));
      } else {
        scalar(key, item);
        parts.add(
            new Section(
                origin,
                below,
                new Mapping(item.line(), Map.of(single, item), Map.of(single, item.line()))));
      }
    }
    return parts;
  }

  private String scalar(String key, YamlNode node) {
    if (node instanceof Scalar scalar) {
      return scalar.text();
    }
    throw CoterieException.usage(
        "%s, line %d: %s%s %s."
            .formatted(
                origin,
                node.line(),
                path,
                key,
                node instanceof Nothing
                    ? "has no value; give it one, or leave the key out"
                    : "must be a single word or number"));
  }

  CoterieException wrong(String key, String what) {
    int line = mapping.lines().getOrDefault(key, mapping.line());
    return CoterieException.usage(
        "%s, line %d: %s%s %s%s"
            .formatted(origin, line, path, key, what, what.endsWith("?") ? "" : "."));
  }
}
