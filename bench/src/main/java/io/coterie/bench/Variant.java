package io.coterie.bench;

import io.coterie.CoterieException;
import io.coterie.bench.attack.PoisoningAttack;
import io.coterie.method.FederatedMethod;
import io.coterie.method.Methods;
import io.coterie.plan.PrivacyPlan;
import io.coterie.plan.StudyPlan.MethodOptions;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** A method with some of its options set, written {@code spp-fgc:resolution=coarse}. */
public record Variant(String method, Map<String, String> options) {
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
    return new Variant(method, options);
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
    return new MethodOptions(own);
  }

  /** Returns the privacy it needs: the sets are public, so graphs over their records may leave. */
  PrivacyPlan privacy() {
    if ("record".equals(options.get("resolution"))) {
      return PrivacyPlan.paper();
    }
    return method.equals(Methods.DEFAULT) ? PrivacyPlan.totals() : PrivacyPlan.component();
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
    return option.equals("resolution") || option.equals("encoder") ? value : option + "=" + value;
  }

  @Override
  public String toString() {
    return new TreeMap<>(options)
        .entrySet().stream()
            .map(option -> ":" + option)
            .collect(Collectors.joining("", method, ""));
  }
}
