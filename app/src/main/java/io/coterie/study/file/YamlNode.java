package io.coterie.study.file;

import java.util.List;
import java.util.Map;

/** A part of a YAML document and the line it begins in, counted from 1. */
sealed interface YamlNode {
  int line();

  /**
   * A word or number, as written.
   *
   * @param text as written, without quotes
   */
  record Scalar(int line, String text) implements YamlNode {}

  /** A key without a value. */
  record Nothing(int line) implements YamlNode {}

  /** A list. */
  record Items(int line, List<YamlNode> items) implements YamlNode {}

  /**
   * Keys and values.
   *
   * @param values by key, in their order
   * @param lines of the keys
   */
  record Mapping(int line, Map<String, YamlNode> values, Map<String, Integer> lines)
      implements YamlNode {}
}
