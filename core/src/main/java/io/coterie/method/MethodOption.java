package io.coterie.method;

import static java.util.Objects.requireNonNull;

import io.coterie.CoterieException;
import io.coterie.EnumText;
import io.coterie.NearestName;
import io.coterie.plan.StudyPlan;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * One option of a method. A command line has it as a flag and a study file as a key, both by its
 * name.
 *
 * @param name lower case, with hyphens
 * @param label stands for the value in a help text
 * @param values which it may have
 * @param defaultText what holds without it, for a reader
 * @param help what it does, in one sentence
 */
public record MethodOption<T>(
    String name, String label, Values<T> values, String defaultText, String help) {
  /**
   * The nominal privacy budget of a method that adds noise without accounting for the whole study.
   * It is stated with the privacy level and not among the options of the method.
   */
  public static final MethodOption<Double> EPSILON =
      new MethodOption<>(
          "epsilon",
          "E",
          Values.positive(),
          "the method's",
          "The nominal privacy budget of the noise.");

  /** The neighbors of a record, of every method whose sites make a graph of their own records. */
  public static final MethodOption<Integer> NEIGHBORS =
      new MethodOption<>(
          "neighbors",
          "K",
          Values.atLeast(2),
          "log2 of the records, 5 to 15",
          "How many neighbors a record has in its site's graph.");

  public MethodOption {
    requireNonNull(name, "name is null");
    requireNonNull(label, "label is null");
    requireNonNull(values, "values is null");
    requireNonNull(defaultText, "defaultText is null");
    requireNonNull(help, "help is null");
  }

  public Optional<T> in(StudyPlan plan) {
    return plan.options().word(name).map(this::parse);
  }

  private T parse(String text) {
    return values
        .parser()
        .apply(text)
        .orElseThrow(
            () ->
                CoterieException.usage(
                    "--%s is %s; it must be %s.%s"
                        .formatted(
                            name, text, values.range(), NearestName.hint(text, values.choices()))));
  }

  /**
   * The values of an option.
   *
   * @param range in words that follow "must be"
   * @param parser returns nothing for a text that is out of range
   * @param choices the valid words, where a typing error can be guessed
   */
  public record Values<T>(
      String range, Function<String, Optional<T>> parser, List<String> choices) {
    public Values {
      requireNonNull(range, "range is null");
      requireNonNull(parser, "parser is null");
      choices = List.copyOf(choices);
    }

    public static Values<Integer> atLeast(int smallest) {
      return new Values<>(
          "a whole number of at least %d".formatted(smallest),
          text -> number(text, Integer::parseInt).filter(value -> value >= smallest),
          List.of());
    }

    public static Values<Double> positive() {
      return new Values<>(
          "a positive, finite number",
          text ->
              number(text, Double::parseDouble)
                  .filter(value -> value > 0 && value < Double.POSITIVE_INFINITY),
          List.of());
    }

    public static <E extends Enum<E>> Values<E> of(Class<E> type) {
      List<String> words = EnumText.all(type);
      return new Values<>(either(words), text -> EnumText.parse(type, text), words);
    }

    public static Values<String> words(String... words) {
      List<String> valid = List.of(words);
      return new Values<>(
          either(valid), text -> Optional.of(text).filter(valid::contains), List.of());
    }

    private static <N extends Number> Optional<N> number(String text, Function<String, N> parser) {
      try {
        return Optional.of(parser.apply(text));
      } catch (NumberFormatException e) {
        return Optional.empty();
      }
    }

    private static String either(List<String> words) {
      int last = words.size() - 1;
      return String.join(", ", words.subList(0, last)) + " or " + words.get(last);
    }
  }
}
