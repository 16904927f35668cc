package io.coterie.data.mapping;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Which texts of a site may mean which levels of a study. */
final class LevelWords {
  /** Words for the same, in the languages of most tables; none is in two rows. */
  private static final List<List<String>> SAME =
      List.of(
          List.of(
              "m",
              "male",
              "man",
              "maennlich",
              "mann",
              "homme",
              "masculin",
              "masculino",
              "hombre",
              "varon",
              "h",
              "heer"),
          List.of(
              "f",
              "female",
              "woman",
              "weiblich",
              "frau",
              "w",
              "femme",
              "feminin",
              "femenino",
              "mujer",
              "vrouw",
              "v"),
          List.of("d", "divers", "diverse", "other", "andere", "autre", "otro"),
          List.of(
              "yes",
              "y",
              "ja",
              "j",
              "oui",
              "o",
              "si",
              "s",
              "true",
              "t",
              "present",
              "vorhanden",
              "positive",
              "positiv",
              "pos",
              "positief",
              "aanwezig"),
          List.of(
              "no",
              "n",
              "nein",
              "non",
              "false",
              "nicht",
              "keine",
              "absent",
              "none",
              "negative",
              "negativ",
              "neg",
              "nee",
              "negatief",
              "afwezig"),
          List.of(
              "low", "niedrig", "bas", "bajo", "leicht", "mild", "leger", "leve", "laag", "licht"),
          List.of(
              "medium",
              "moderate",
              "mittel",
              "moyen",
              "medio",
              "maessig",
              "modere",
              "moderado",
              "matig",
              "gemiddeld"),
          List.of(
              "high", "hoch", "haut", "alto", "severe", "schwer", "grave", "severo", "hoog",
              "ernstig"),
          List.of("never", "nie", "jamais", "nunca", "nooit"),
          List.of("former", "frueher", "ancien", "exfumador", "ex", "voormalig", "exrookt"),
          List.of("current", "aktuell", "actuel", "actual", "huidig"),
          List.of("emergency", "notfall", "spoed", "urgence", "urgencia"),
          List.of("elective", "elektiv", "geplant", "planned", "electief", "gepland"),
          List.of("referral", "referred", "einweisung", "ueberweisung", "verwijzing"),
          List.of("transfer", "verlegung", "overplaatsing", "transfert", "traslado"));

  /** Short forms that are not the first letters of their word. */
  private static final Map<String, String> SHORT =
      Map.of("er", "emergency", "ed", "emergency", "icu", "intensivecare", "op", "surgery");

  private LevelWords() {}

  /**
   * Returns the level of each text for which one is likely: the same word, in another spelling or
   * language.
   */
  static Map<String, String> propose(Collection<String> texts, List<String> levels) {
    Map<String, String> proposed = new LinkedHashMap<>();
    for (String text : texts) {
      levels.stream()
          .filter(level -> isSame(text, level))
          .findFirst()
          .ifPresent(level -> proposed.put(text, level));
    }
    return proposed;
  }

  /**
   * Returns the level of each text that is short for exactly one: its first letters, as in mod for
   * moderate. A guess to be asked about.
   */
  static Map<String, String> shortened(Collection<String> texts, List<String> levels) {
    Map<String, String> proposed = new LinkedHashMap<>();
    for (String text : texts) {
      String word = Words.joined(text);
      List<String> longer =
          levels.stream().filter(level -> isShort(word, Words.joined(level))).toList();
      if (longer.size() == 1 && !proposed.containsValue(longer.get(0))) {
        proposed.put(text, longer.get(0));
      }
    }
    return proposed;
  }

  private static boolean isShort(String word, String level) {
    if (level.equals(SHORT.get(word))) {
      return true;
    }
    boolean isWord = word.matches("[a-z]+") && level.matches("[a-z]+");
    return isWord && (level.startsWith(word) || (level.length() > 1 && word.startsWith(level)));
  }

  private static boolean isSame(String text, String level) {
    String one = Words.joined(text);
    String other = Words.joined(level);
    return !one.isEmpty()
        && (one.equals(other)
            || SAME.stream().anyMatch(row -> row.contains(one) && row.contains(other)));
  }

  /**
   * Returns the level of each number where a site counts its levels from another number than the
   * study: 1 and 2 for 0 and 1, or 0 and 1 for no and yes; in the order of the levels.
   */
  static Optional<Map<String, String>> byOrder(Collection<String> texts, List<String> levels) {
    List<String> numbers = new ArrayList<>(texts);
    if (numbers.size() != levels.size()
        || !numbers.stream().allMatch(text -> text.matches("[0-9]{1,3}(\\.0+)?"))) {
      return Optional.empty();
    }
    numbers.sort((a, b) -> Double.compare(Double.parseDouble(a), Double.parseDouble(b)));
    Map<String, String> meant = new LinkedHashMap<>();
    for (int l = 0; l < numbers.size(); l++) {
      meant.put(numbers.get(l), levels.get(l));
    }
    return Optional.of(meant);
  }
}
