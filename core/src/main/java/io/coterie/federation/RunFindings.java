package io.coterie.federation;

import io.coterie.method.CoordinatorContext.Findings;
import io.coterie.method.Diagnostics;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/** What the coordinator finds out during a run; a listener gets it at once. */
public final class RunFindings implements Findings {
  private final RunListener listener;
  private final Map<String, String> found = new LinkedHashMap<>();

  public RunFindings(RunListener listener) {
    this.listener = listener;
  }

  @Override
  public void report(String name, String value) {
    found.put(name, value);
    listener.on(new RunEvent.Finding(name, value));
  }

  @Override
  public void show(Diagnostics sketch) {
    listener.on(new RunEvent.Sketched(sketch));
  }

  public Map<String, String> all() {
    return Collections.unmodifiableMap(found);
  }
}
