package io.coterie.federation;

import io.coterie.message.Labels;
import io.coterie.method.fit.SiteFit;
import io.coterie.model.FittedModel;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * How a study ended.
 *
 * @param labels each site's own labels, by site, in record order
 * @param model labels new records
 * @param traffic bytes, by site
 * @param findings what the coordinator found out on the way
 * @param rounds how many questions were asked
 * @param fits what sites found of their fit with the others, by site; a coordinator never gets it
 */
public record RunResult(
    Map<String, Labels> labels,
    FittedModel model,
    Map<String, Traffic> traffic,
    Map<String, String> findings,
    int rounds,
    Map<String, SiteFit> fits) {
  /** Makes a result of sites that found nothing of their fit. */
  public RunResult(
      Map<String, Labels> labels,
      FittedModel model,
      Map<String, Traffic> traffic,
      Map<String, String> findings,
      int rounds) {
    this(labels, model, traffic, findings, rounds, Map.of());
  }

  public RunResult {
    labels = Collections.unmodifiableMap(new LinkedHashMap<>(labels));
    traffic = Collections.unmodifiableMap(new LinkedHashMap<>(traffic));
    fits = Collections.unmodifiableMap(new LinkedHashMap<>(fits));
    findings = Collections.unmodifiableMap(new LinkedHashMap<>(findings));
  }

  /**
   * What crossed a site's border.
   *
   * @param bytesOut from the site
   * @param bytesIn to the site
   */
  public record Traffic(long bytesOut, long bytesIn) {
    Traffic plus(Traffic other) {
      return new Traffic(bytesOut + other.bytesOut, bytesIn + other.bytesIn);
    }
  }

  public long bytesOut() {
    return traffic.values().stream().mapToLong(Traffic::bytesOut).sum();
  }

  public long bytesIn() {
    return traffic.values().stream().mapToLong(Traffic::bytesIn).sum();
  }
}
