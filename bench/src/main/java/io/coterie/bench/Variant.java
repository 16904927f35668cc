package io.coterie.bench;

import io.coterie.CoterieException;
import io.coterie.bench.attack.PoisoningAttack;
import io.coterie.cli.options.Choice;
import io.coterie.method.FederatedMethod;
import io.coterie.method.Methods;
import io.coterie.plan.PrivacyPlan;
import io.coterie.plan.StudyPlan.MethodOptions;
import io.coterie.plan.SumMode;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * A method with some of its options set, written {@code spp-fgc:resolution=coarse}. Two options are
 * of the study's privacy: {@code min-group} and {@code sums}, as {@code coterie simulate} takes
 * them.
 */
public record Variant(String method, Map<String, String> options) {
  public static final String SMALLEST_GROUP = "min-group";
  public static final String SUMS = "sums";

  /** Options whose values need no name in a title. */
  private static final Set<String> BY_VALUE = Set.of("resolution", "encoder", SUMS);

  public Variant {
    options = Map.copyOf(options);
  }

  public static Variant of(String method) {
    return new Variant(method, Map.of());
  }

  public static Variant parse(String text) {
    // The longest name of a method; some have a colon of their own.
    String method =
        Methods.all().keySet().stream()
            .filter(name -> text.equals(name) || text.startsWith(name + ":"))
            .max(Comparator.comparingInt(String::length))
            .orElseGet(() -> text.split(":", 2)[0]);
    Map<String, String> options = new TreeMap<>();
    String rest = text.substring(method.length());
    List<String> parts = rest.isEmpty() ? List.of() : List.of(rest.substring(1).split(":", -1));
    for (String part : parts) {
      int equals = part.indexOf('=');
      if (equals < 1) {
        throw CoterieException.usage(
            "'%s' is no method with options; write for example spp-fgc:resolution=coarse."
                .formatted(text));
      }
      options.put(part.substring(0, equals), part.substring(equals + 1));
    }
    Variant variant = new Variant(method, options);
    PrivacyPlan unused = variant.privacy(); // refuses what no study can have
    return variant;
  }

  public Variant with(String option, String value) {
    Map<String, String> all = new TreeMap<>(options);
    all.put(option, value);
    return new Variant(method, all);
  }

  /** Returns the method if it is on the class path, or is a part of the ablation. */
  public Optional<FederatedMethod> find() {
    return method.equals(AblatedMethod.NAME)
        ? Optional.of(new AblatedMethod())
        : Optional.ofNullable(Methods.all().get(method));
  }

  MethodOptions methodOptions() {
    Map<String, String> own = new TreeMap<>(options);
    own.remove(PoisoningAttack.OPTION); // which is for some sites, not the method
    own.keySet().removeAll(Set.of(SMALLEST_GROUP, SUMS)); // which are of the study
    return new MethodOptions(own);
  }

  /** Returns the privacy it needs: the sets are public, so graphs over their records may leave. */
  PrivacyPlan privacy() {
    if ("record".equals(options.get("resolution"))) {
      return PrivacyPlan.paper();
    }
    PrivacyPlan usual =
        method.equals(Methods.DEFAULT) ? PrivacyPlan.totals() : PrivacyPlan.component();
    return new PrivacyPlan(
        usual.level(),
        usual.disclosureAccepted(),
        smallestGroup().orElse(usual.smallestGroup()),
        sums().orElse(usual.sums()),
        Optional.empty());
  }

  private Optional<Integer> smallestGroup() {
    try {
      return Optional.ofNullable(options.get(SMALLEST_GROUP)).map(Integer::valueOf);
    } catch (NumberFormatException e) {
      throw CoterieException.usage(
          "min-group is '%s'; it must be a whole number of at least 1."
              .formatted(options.get(SMALLEST_GROUP)));
    }
  }

  private Optional<SumMode> sums() {
    return Optional.ofNullable(options.get(SUMS)).map(word -> Choice.of(SUMS, word, SumMode.class));
  }

  /** Returns the level at which it runs, such as "totals, K = 10". */
  public String level() {
    if (!find().orElseThrow().isFederated()) {
      return "pooled records";
    }
    PrivacyPlan privacy = privacy();
    return switch (privacy.level()) {
      case TOTALS -> "level totals, K = %d".formatted(privacy.smallestGroup());
      case COMPONENT -> "level component, %s sums".formatted(privacy.sums().word());
      case PAPER, DP -> "level " + privacy.level().word();
    };
  }

  /** Returns the method and the values of its options, such as "spp-fgc coarse". */
  public String title() {
    return new TreeMap<>(options)
        .entrySet().stream()
            .map(option -> " " + title(option.getKey(), option.getValue()))
            .collect(Collectors.joining("", method, ""));
  }

  private static String title(String option, String value) {
    if (option.equals("alignment") && value.equals("prototypes")) {
      return "alone";
    }
    if (option.equals(SMALLEST_GROUP)) {
      return "K=" + value;
    }
    return BY_VALUE.contains(option) ? value : option + "=" + value;
  }

  @Override
  public String toString() {
    return new TreeMap<>(options)
        .entrySet().stream()
            .map(option -> ":" + option)
            .collect(Collectors.joining("", method, ""));
  }
}
