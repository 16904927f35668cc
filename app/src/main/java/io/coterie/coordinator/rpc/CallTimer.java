package io.coterie.coordinator.rpc;

import io.grpc.Context;
import io.grpc.ServerStreamTracer;
import io.grpc.Status;
import java.util.Optional;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;

/**
 * Whose turn it is in a call: the caller's until it has said all, then ours, and again the caller's
 * while it does not take what we say. Bytes that make no whole message do not count.
 *
 * <p>Thread-safe.
 */
final class CallTimer extends ServerStreamTracer {
  /** That of the call on this thread. */
  static final Context.Key<CallTimer> CURRENT = Context.key("turn");

  private final Consumer<CallTimer> ended;
  private volatile boolean theirs = true;
  private volatile long since = System.nanoTime();
  private volatile boolean heardAll;
  private volatile boolean saidAll;
  private Context.CancellableContext context;
  private String site;
  private boolean isOver;

  /**
   * Begins with the call.
   *
   * @param ended is told of the call's end
   */
  CallTimer(Consumer<CallTimer> ended) {
    this.ended = ended;
  }

  @Override
  public synchronized Context filterContext(Context outer) {
    context = outer.withCancellation();
    return context.withValue(CURRENT, this);
  }

  /** Takes down whose call this is, and counts it unless it is over. Returns whether it is not. */
  synchronized boolean takeSite(String name, Runnable count) {
    if (!isOver) {
      site = name;
      count.run();
    }
    return !isOver;
  }

  synchronized Optional<String> site() {
    return Optional.ofNullable(site);
  }

  void isTheirs() {
    since = System.nanoTime();
    theirs = true;
  }

  void isOurs() {
    theirs = saidAll;
  }

  /** We have said all, and the caller has to take it. */
  void saidAll() {
    saidAll = true;
    isTheirs();
  }

  /** The caller has said all. */
  void heardAll() {
    heardAll = true;
    isOurs();
  }

  boolean hasHeardAll() {
    return heardAll;
  }

  boolean isLate(long mostNanos) {
    return theirs && System.nanoTime() - since > mostNanos;
  }

  /**
   * Ends the call at once. To close it would not do: the last words, too, wait until they are
   * taken. gRPC resets the stream of a call whose time is up, and knows that by the exception.
   */
  void end() {
    Context.CancellableContext own;
    synchronized (this) {
      own = context;
    }
    if (own != null) {
      own.cancel(new TimeoutException("The caller let its turn pass."));
    }
  }

  @Override
  public void streamClosed(Status status) {
    synchronized (this) {
      isOver = true;
    }
    ended.accept(this);
  }
}
