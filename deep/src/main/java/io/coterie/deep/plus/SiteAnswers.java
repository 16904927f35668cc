package io.coterie.deep.plus;

import io.coterie.message.Field;
import io.coterie.message.Fields;
import io.coterie.message.Payload;
import io.coterie.method.PayloadKinds;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * What each site is told of its own groups, in one question to all: the clusters of groups of
 * records, which say nothing of the records to another site.
 *
 * @param bySite the answer of each site
 */
record SiteAnswers(Map<String, Payload> bySite) implements Payload {
  public SiteAnswers {
    bySite = Map.copyOf(bySite);
  }

  public static SiteAnswers of(Fields fields) {
    Map<String, Payload> bySite = new TreeMap<>();
    for (int i = 0; fields.has("site-" + i); i++) {
      bySite.put(fields.text("site-" + i), fields.nested("answer-" + i, PayloadKinds::nested));
    }
    return new SiteAnswers(bySite);
  }

  Payload to(String site) {
    return Optional.ofNullable(bySite.get(site))
        .orElseThrow(
            () -> new IllegalArgumentException("There is no answer for site %s.".formatted(site)));
  }

  @Override
  public List<Field> fields() {
    List<Field> fields = new ArrayList<>();
    int i = 0;
    for (Map.Entry<String, Payload> entry : new TreeMap<>(bySite).entrySet()) {
      fields.add(new Field.Text("site-" + i, entry.getKey()));
      fields.addAll(Field.nested("answer-" + i, entry.getValue()));
      i++;
    }
    return fields;
  }
}
