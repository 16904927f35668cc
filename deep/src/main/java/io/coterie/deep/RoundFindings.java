package io.coterie.deep;

import io.coterie.method.CoordinatorContext.Findings;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What one clustering of embedded records found out, until it is known whether it is the answer.
 */
final class RoundFindings implements Findings {
  private final Map<String, String> said = new LinkedHashMap<>();
  private double eigengap;

  @Override
  public void report(String name, String value) {
    said.put(name, value);
  }

  @Override
  public void measure(String name, double value) {
    if (name.equals(EIGENGAP)) {
      eigengap = value;
    }
  }

  /** Returns how clearly the graph has as many parts as there are clusters. */
  double eigengap() {
    return eigengap;
  }

  void tell(Findings findings) {
    said.forEach(findings::report);
  }
}
