package io.coterie.message.internal;

import static java.util.Objects.requireNonNull;

import io.coterie.message.Field;
import io.coterie.message.Payload;
import java.util.List;

/**
 * Asks one site for a point near its records; the others answer without one.
 *
 * @param site the one asked
 */
public record PointRequest(String site) implements Payload {
  public PointRequest {
    requireNonNull(site, "site is null");
  }

  @Override
  public String kind() {
    return "point-request";
  }

  @Override
  public List<Field> fields() {
    return List.of(new Field.Text("site", site));
  }
}
