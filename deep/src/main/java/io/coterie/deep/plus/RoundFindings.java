package io.coterie.deep.plus;

import io.coterie.method.CoordinatorContext.Findings;
import io.coterie.method.Diagnostics;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.DoubleSupplier;

/**
 * What one clustering of embedded records found out, until it is known whether it is the answer.
 */
final class RoundFindings implements Findings {
  private final Map<String, String> said = new LinkedHashMap<>();
  private final Map<String, Double> measured = new HashMap<>();
  private final List<Diagnostics> shown = new ArrayList<>();

  @Override
  public void report(String name, String value) {
    said.put(name, value);
  }

  @Override
  public void measure(String name, DoubleSupplier value) {
    measured.put(name, value.getAsDouble());
  }

  @Override
  public void show(Diagnostics sketch) {
    shown.add(sketch);
  }

  /** Returns how clearly the graph has as many parts as there are clusters. */
  double eigengap() {
    return measured.getOrDefault(EIGENGAP, 0.0);
  }

  /** Returns how much of the clusters remains without a tenth of the graph; 0 if unknown. */
  double stability() {
    return measured.getOrDefault(STABILITY, 0.0);
  }

  void tell(Findings findings) {
    said.forEach(findings::report);
    shown.forEach(findings::show);
  }
}
