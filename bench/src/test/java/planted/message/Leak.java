package planted.message;

import io.coterie.message.Field;
import io.coterie.message.Payload;
import io.coterie.site.SiteData;
import java.util.List;

/** A payload that carries records. */
public record Leak(SiteData data, List<SiteData> more) implements Payload {
  @Override
  public String kind() {
    return "leak";
  }

  @Override
  public List<Field> fields() {
    return List.of();
  }
}
