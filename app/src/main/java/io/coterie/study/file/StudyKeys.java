package io.coterie.study.file;

import io.coterie.EnumText;
import io.coterie.method.MethodOption;
import io.coterie.method.Methods;
import io.coterie.study.About;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Every key of a study file, and the flag of {@code simulate} that says the same. */
public final class StudyKeys {
  static final List<String> TOP =
      List.of(
          "study",
          "about",
          "method",
          "options",
          "clusters",
          "schema",
          "privacy",
          "participation",
          "seed");
  static final List<String> ABOUT = EnumText.all(About.Key.class);
  static final List<String> SCHEMA =
      List.of("input", "dimension", "scale", "features", "missing", "columns");
  static final List<String> COLUMN =
      List.of(
          "name",
          "kind",
          "unit",
          "decimals",
          "log",
          "levels",
          "part",
          "at",
          "missing",
          "absence",
          "lower",
          "upper");
  static final List<String> PRIVACY =
      List.of(
          "level",
          "accept-graph-disclosure",
          "accept-group-disclosure",
          "min-group",
          "sums",
          "epsilon",
          "delta",
          "noise",
          "colluders",
          "lost-sites",
          "public-records",
          "records-per-person");
  static final List<String> PARTICIPATION =
      List.of("sites", "quorum", "join-within", "answer-within");

  /** The keys of level dp only. */
  static final List<String> DP =
      List.of("delta", "noise", "colluders", "lost-sites", "public-records", "records-per-person");

  private static final Pattern FLAG = Pattern.compile("--([a-z]+(?:-[a-z]+)*)");

  private StudyKeys() {}

  static List<String> options() {
    return Methods.options().stream().<String>map(MethodOption::name).toList();
  }

  /** Returns the key of each flag that a study file says instead, in order of the file. */
  public static Map<String, String> byFlag() {
    Map<String, String> keys = new LinkedHashMap<>();
    keys.put("--method", "method");
    options().forEach(key -> keys.put("--" + key, "options." + key));
    keys.put("--clusters", "clusters");
    keys.put("--input", "schema.input");
    keys.put("--image", "schema.input");
    keys.put("--scale", "schema.scale");
    keys.put("--features", "schema.features");
    keys.put("--missing", "schema.missing");
    keys.put("--bounds", "schema.columns");
    keys.put("--kind", "schema.columns");
    keys.put("--missing-code", "schema.columns");
    keys.put("--privacy", "privacy.level");
    PRIVACY.stream()
        .filter(key -> !key.equals("level"))
        .forEach(key -> keys.put("--" + key, "privacy." + key));
    keys.put("--sites", "participation.sites");
    keys.put("--seed", "seed");
    return keys;
  }

  /** Returns a message about flags as one about keys. */
  public static String inWordsOfKeys(String message) {
    Map<String, String> keys = byFlag();
    return FLAG.matcher(message)
        .replaceAll(
            flag -> Matcher.quoteReplacement(keys.getOrDefault(flag.group(), flag.group())));
  }
}
