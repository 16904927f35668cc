package io.coterie.data.profile;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The order of levels whose names say it. */
final class LevelOrder {
  private static final List<List<String>> PAIRS =
      List.of(
          List.of("no", "yes"),
          List.of("n", "y"),
          List.of("false", "true"),
          List.of("f", "t"),
          List.of("absent", "present"),
          List.of("negative", "positive"),
          List.of("neg", "pos"),
          List.of("normal", "abnormal"),
          List.of("nein", "ja"),
          List.of("off", "on"),
          List.of("non", "oui"),
          List.of("low", "high"));

  /** Words in their order; those at one place mean the same. */
  private static final List<List<String>> SCALES =
      List.of(
          List.of(
              "very low",
              "low",
              "medium|moderate|mid|middle|intermediate|normal",
              "high",
              "very high"),
          List.of(
              "none|no|absent",
              "minimal|trace",
              "slight|mild",
              "moderate",
              "severe",
              "very severe|extreme"),
          List.of(
              "never",
              "rarely|seldom",
              "sometimes|occasionally",
              "often|frequently",
              "usually|very often",
              "always"),
          List.of(
              "very poor|very bad", "poor|bad", "fair|average", "good", "very good", "excellent"),
          List.of("much worse", "worse", "average|same|unchanged", "better", "much better"),
          List.of("tiny", "small", "medium", "large|big", "very large|huge"),
          List.of("xs", "s", "m", "l", "xl", "xxl"),
          List.of("strongly disagree", "disagree", "neutral|neither", "agree", "strongly agree"),
          List.of(
              "very dissatisfied",
              "dissatisfied",
              "neutral|neither",
              "satisfied",
              "very satisfied"),
          List.of("first|1st", "second|2nd", "third|3rd", "fourth|4th", "fifth|5th"),
          List.of("primary", "secondary", "tertiary"),
          List.of(
              "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
              "eleven", "twelve"),
          List.of("gering", "mittel", "hoch"),
          List.of("keine", "leicht", "mittel", "schwer"),
          List.of("nie", "selten", "manchmal", "oft", "immer"));

  /** A stage or grade: a usual word or none, a number, perhaps a letter. */
  private static final Pattern STEP =
      Pattern.compile(
          "(?i)(|[tnmgrq]|[cp][tnm]|grade|grad|stage|stadium|stufe|level|asa|nyha|ecog|tier|quartile"
              + "|quintile|step|phase|score|class)[ _-]?([0-9]{1,3}|[ivx]{1,5})([a-d]?)");

  private static final String AMOUNT = "([0-9]+(?:\\.[0-9]+)?)";
  private static final Pattern RANGE =
      Pattern.compile(
          "(?i)([<>≤≥]=?|lt|le|gt|ge)?\\s*"
              + AMOUNT
              + "(?:\\s*(?:-|–|to|bis|<=?\\s*x\\s*<=?)\\s*"
              + AMOUNT
              + ")?(\\+?)");
  private static final List<String> ROMAN =
      List.of("i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x");

  private LevelOrder() {}

  /** Returns the levels in the order that their names say, if they say one. */
  static Optional<List<String>> of(Collection<String> levels) {
    if (levels.size() < 2) {
      return Optional.empty();
    }
    for (List<String> pair : PAIRS) {
      Optional<List<String>> found = sorted(levels, level -> place(pair, level));
      if (found.isPresent()) {
        return found;
      }
    }
    if (levels.size() == 2) {
      return Optional.empty();
    }
    for (List<String> scale : SCALES) {
      Optional<List<String>> found = sorted(levels, level -> place(scale, level));
      if (found.isPresent()) {
        return found;
      }
    }
    return steps(levels).or(() -> ranges(levels));
  }

  /** Returns the levels by their places; nothing if one has none, or two have the same. */
  private static Optional<List<String>> sorted(
      Collection<String> levels, Function<String, Optional<Double>> place) {
    Map<Double, String> inOrder = new TreeMap<>();
    for (String level : levels) {
      Optional<Double> at = place.apply(level);
      if (at.isEmpty() || inOrder.put(at.get(), level) != null) {
        return Optional.empty();
      }
    }
    return Optional.of(List.copyOf(inOrder.values()));
  }

  private static Optional<Double> place(List<String> scale, String level) {
    String word = level.toLowerCase(Locale.ROOT).replace('_', ' ');
    for (int i = 0; i < scale.size(); i++) {
      if (List.of(scale.get(i).split("\\|")).contains(word)) {
        return Optional.of((double) i);
      }
    }
    return Optional.empty();
  }

  /** Stages and grades, all with the same word before the number. */
  private static Optional<List<String>> steps(Collection<String> levels) {
    Set<String> words = new HashSet<>();
    boolean hasSecond = false;
    for (String level : levels) {
      Matcher step = STEP.matcher(level);
      if (!step.matches()) {
        return Optional.empty();
      }
      words.add(step.group(1).toLowerCase(Locale.ROOT));
      hasSecond |= number(step.group(2)) == 2;
    }
    // Single letters could be Roman numbers; those that are have a second among them.
    return words.size() == 1 && hasSecond ? sorted(levels, LevelOrder::step) : Optional.empty();
  }

  private static Optional<Double> step(String level) {
    Matcher step = STEP.matcher(level);
    int number = step.matches() ? number(step.group(2)) : -1;
    String letter = number < 0 ? "" : step.group(3).toLowerCase(Locale.ROOT);
    return number < 0
        ? Optional.empty()
        : Optional.of(number + (letter.isEmpty() ? 0 : (letter.charAt(0) - 'a' + 1) / 10.0));
  }

  private static int number(String text) {
    if (Character.isDigit(text.charAt(0))) {
      return Integer.parseInt(text);
    }
    int roman = ROMAN.indexOf(text.toLowerCase(Locale.ROOT));
    return roman < 0 ? -1 : roman + 1;
  }

  private static Optional<List<String>> ranges(Collection<String> levels) {
    List<String> texts = new ArrayList<>(levels);
    boolean areRanges =
        texts.stream()
            .map(RANGE::matcher)
            .anyMatch(
                range ->
                    range.matches()
                        && (range.group(1) != null
                            || range.group(3) != null
                            || !range.group(4).isEmpty()));
    return areRanges ? sorted(texts, LevelOrder::start) : Optional.empty();
  }

  private static Optional<Double> start(String text) {
    Matcher range = RANGE.matcher(text);
    if (!range.matches()) {
      return Optional.empty();
    }
    String sign = range.group(1) == null ? "" : range.group(1).toLowerCase(Locale.ROOT);
    double least = Double.parseDouble(range.group(2));
    // What is below a limit comes before the range that starts there.
    boolean isBelow = sign.startsWith("<") || sign.startsWith("≤") || sign.startsWith("l");
    boolean isAbove = sign.startsWith(">") || sign.startsWith("≥") || sign.startsWith("g");
    return Optional.of(least + (isBelow ? -1e-6 : isAbove ? 1e-6 : 0));
  }
}
