package io.coterie.faults;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The line between sites and their coordinator: bytes pass, late or damaged or not at all. The
 * coordinator may move to another port; while there is none, connections end at once.
 *
 * <p>Thread-safe.
 */
public final class Wire implements AutoCloseable {
  private static final int DELAYED_PIECES = 12;

  private final ServerSocket server;
  private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
  private final AtomicLong bytes = new AtomicLong();
  private final AtomicInteger delayedPieces = new AtomicInteger();
  private final AtomicBoolean corrupts = new AtomicBoolean();
  private final AtomicBoolean truncates = new AtomicBoolean();
  private volatile int target;
  private volatile boolean siteIsUp = true;
  private volatile int delay;
  private volatile long stalledUntil = System.nanoTime();

  /** Starts to listen; there is no coordinator yet. */
  public Wire() throws IOException {
    server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    run(this::accept);
  }

  public int port() {
    return server.getLocalPort();
  }

  /** The coordinator listens at this port from now on; 0: nowhere. */
  public void target(int port) {
    target = port;
    cut();
  }

  /** Returns how many bytes have passed, both ways. */
  public long bytes() {
    return bytes.get();
  }

  /** The site's process is there, or not. */
  void site(boolean isUp) {
    siteIsUp = isUp;
    if (!isUp) {
      cut();
    }
  }

  /** Ends all connections. */
  void cut() {
    sockets.forEach(Wire::close);
    sockets.clear();
  }

  /** Lets nothing pass for a while. */
  void stall(int millis) {
    stalledUntil = System.nanoTime() + millis * 1_000_000L;
  }

  /** Lets the next pieces pass late. */
  void delay(int millis) {
    delay = millis;
    delayedPieces.set(DELAYED_PIECES);
  }

  /** Turns one bit of the next piece. */
  void corrupt() {
    corrupts.set(true);
  }

  /** Ends the connection in the midst of the next piece. */
  void truncate() {
    truncates.set(true);
  }

  private interface Work {
    void run() throws IOException;
  }

  private static void run(Work work) {
    Thread thread =
        new Thread(
            () -> {
              try {
                work.run();
              } catch (IOException e) {
                // the connection, or the wire, is closed
              }
            },
            "wire");
    thread.setDaemon(true);
    thread.start();
  }

  private void accept() throws IOException {
    while (true) {
      Socket caller = server.accept();
      sockets.add(caller);
      run(() -> connect(caller));
    }
  }

  private void connect(Socket caller) {
    try {
      waitOut();
      if (target == 0 || !siteIsUp) {
        throw new IOException("nobody is there");
      }
      Socket called = new Socket(InetAddress.getLoopbackAddress(), target);
      sockets.add(called);
      caller.setTcpNoDelay(true);
      called.setTcpNoDelay(true);
      run(() -> pass(caller, called));
      run(() -> pass(called, caller));
    } catch (IOException e) {
      close(caller);
    }
  }

  private void waitOut() {
    for (long left = stalledUntil - System.nanoTime();
        left > 0;
        left = stalledUntil - System.nanoTime()) {
      Pause.millis(left / 1_000_000 + 1);
    }
  }

  private void pass(Socket from, Socket to) {
    try (InputStream in = from.getInputStream();
        OutputStream out = to.getOutputStream()) {
      byte[] buffer = new byte[1 << 14];
      for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
        waitOut();
        if (delayedPieces.getAndDecrement() > 0) {
          Pause.millis(delay);
        }
        if (corrupts.compareAndSet(true, false)) {
          buffer[count / 2] ^= 0x10;
        }
        boolean isCut = truncates.compareAndSet(true, false);
        int passed = isCut ? count / 2 : count;
        bytes.addAndGet(passed);
        out.write(buffer, 0, passed);
        if (isCut) {
          return;
        }
      }
    } catch (IOException e) {
      // the other side has gone
    } finally {
      close(from);
      close(to);
      sockets.remove(from);
      sockets.remove(to);
    }
  }

  private static void close(Socket socket) {
    try {
      socket.close();
    } catch (IOException e) {
      // it is closed
    }
  }

  @Override
  public void close() {
    try {
      server.close();
    } catch (IOException e) {
      // it is closed
    }
    cut();
  }
}
