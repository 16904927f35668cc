package io.coterie.method;

import io.coterie.message.Payload;
import io.coterie.message.SiteMessage;
import io.coterie.message.SumPayload;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The sites of a study as the coordinator sees them: it asks all of them one question after the
 * other, and sees of their answers what the study permits. A method cannot tell whether the sites
 * share its process, answer over a network, or answered before a restart.
 */
@FunctionalInterface
public interface Sites {
  /**
   * Asks every site a question and waits for the answers. A message that the reply does not permit
   * never reaches the caller.
   *
   * @param question the same for all
   * @param reply what each site must answer
   * @return the sites' messages in the order of the sites; of sums possibly one message, the total
   */
  List<SiteMessage> ask(Payload question, Reply<?> reply);

  /** Returns the total of the sites' sums, which have the shape of the zero. */
  default <T extends SumPayload<T>> T total(Payload question, T zero) {
    return total(question, Reply.sum(zero));
  }

  default <T extends SumPayload<T>> T total(Payload question, Reply<T> reply) {
    return SiteMessage.total(ask(question, reply), reply.type());
  }

  /** Returns each site's answer, in the order of the sites. */
  default <T extends Payload> List<T> each(Payload question, Reply<T> reply) {
    return List.copyOf(bySite(question, reply).values());
  }

  /** Returns each site's answer by the name of the site, in the order of the sites. */
  default <T extends Payload> Map<String, T> bySite(Payload question, Reply<T> reply) {
    Map<String, T> answers = new LinkedHashMap<>();
    for (SiteMessage message : ask(question, reply)) {
      answers.put(message.site(), message.payloadAs(reply.type()));
    }
    return answers;
  }
}
