package io.coterie.coordinator.rpc;

import io.coterie.coordinator.SessionLock;
import io.coterie.wire.Slot;
import io.coterie.wire.v1.FederationProto.Ended;
import io.coterie.wire.v1.FederationProto.Notice;
import io.coterie.wire.v1.FederationProto.Task;
import io.coterie.wire.v1.FederationProto.Waiting;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/**
 * What sites are told, and who listens.
 *
 * <p>Not thread-safe; see {@link SessionLock}.
 */
public final class SiteNotifier {
  private final Map<String, Watcher> watchers = new HashMap<>();
  private final Function<String, Notice> contents;

  /** Who listens for a site. */
  public interface Watcher {
    public void tell(Notice notice);

    /** Ends the stream, so that the site calls again. */
    void dismiss();
  }

  /**
   * Makes an empty list of listeners.
   *
   * @param contents what a site is to be told now
   */
  public SiteNotifier(Function<String, Notice> contents) {
    this.contents = contents;
  }

  public void add(String site, Watcher watcher) {
    watchers.put(site, watcher);
  }

  public void remove(String site, Watcher watcher) {
    watchers.remove(site, watcher);
  }

  public void tellAll() {
    List.copyOf(watchers.keySet()).forEach(this::tell);
  }

  /** Ends every stream: there is nothing more to be heard here. */
  public void dismissAll() {
    watchers.values().forEach(Watcher::dismiss);
    watchers.clear();
  }

  public void tell(String site) {
    Watcher watcher = watchers.get(site);
    if (watcher != null) {
      watcher.tell(contents.apply(site));
    }
  }

  public static Notice ended(String how, String reason) {
    return Notice.newBuilder().setEnded(Ended.newBuilder().setHow(how).setReason(reason)).build();
  }

  public static Notice task(Slot slot, long nanosLeft) {
    return Notice.newBuilder()
        .setTask(
            Task.newBuilder()
                .setSlot(slot.proto())
                .setLeft(TimeUnit.NANOSECONDS.toMillis(Math.max(0, nanosLeft))))
        .build();
  }

  public static Notice waiting(String phase) {
    return Notice.newBuilder().setWaiting(Waiting.newBuilder().setText(phase)).build();
  }
}
