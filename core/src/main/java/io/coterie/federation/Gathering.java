package io.coterie.federation;

import io.coterie.math.Parallel;
import io.coterie.message.Payload;
import io.coterie.message.SiteMessage;
import io.coterie.message.SumPayload;
import java.util.ArrayList;
import java.util.List;

/**
 * The messages of one round on their way to the coordinator. Sums are added up as they come in, so
 * that no more of them are held than a host hands over at a time.
 */
interface Gathering {
  /** Takes the messages of the next sites. */
  void add(List<SiteMessage> messages);

  /** Returns what the coordinator gets. */
  List<SiteMessage> received(Parallel parallel);

  /** Returns a round whose messages reach the coordinator one by one. */
  static Gathering each() {
    List<SiteMessage> received = new ArrayList<>();
    return new Gathering() {
      @Override
      public void add(List<SiteMessage> messages) {
        received.addAll(messages);
      }

      @Override
      public List<SiteMessage> received(Parallel parallel) {
        return List.copyOf(received);
      }
    };
  }

  /** Returns a round whose coordinator needs the total of sums like this zero. */
  static Gathering total(SumPayload<?> zero) {
    return new Gathering() {
      private final List<SiteMessage> total = new ArrayList<>(); // at most one

      @Override
      public void add(List<SiteMessage> messages) {
        total.addAll(messages);
        Payload sum = added(zero, total);
        total.clear();
        total.add(new SiteMessage(SecureRounds.ALL_SITES, sum));
      }

      @Override
      public List<SiteMessage> received(Parallel parallel) {
        return List.copyOf(total);
      }
    };
  }

  private static <T extends SumPayload<T>> T added(SumPayload<T> zero, List<SiteMessage> messages) {
    @SuppressWarnings("unchecked") // a sum is of its own kind
    Class<T> kind = (Class<T>) zero.getClass();
    return SiteMessage.total(messages, kind);
  }
}
