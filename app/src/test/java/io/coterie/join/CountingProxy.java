package io.coterie.join;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;

/** Passes connections on to a port of this machine and counts the bytes both ways. */
final class CountingProxy implements AutoCloseable {
  private final ServerSocket server;
  private final int target;
  private final AtomicLong bytes = new AtomicLong();
  private final List<Socket> sockets = new CopyOnWriteArrayList<>();

  CountingProxy(int target) throws IOException {
    this.target = target;
    this.server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    run(this::accept);
  }

  int port() {
    return server.getLocalPort();
  }

  long bytes() {
    return bytes.get();
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
                // the connection, or the proxy, is closed
              }
            },
            "proxy");
    thread.setDaemon(true);
    thread.start();
  }

  private void accept() throws IOException {
    while (true) {
      Socket caller = server.accept();
      Socket called = new Socket(InetAddress.getLoopbackAddress(), target);
      sockets.addAll(List.of(caller, called));
      run(() -> pass(caller, called));
      run(() -> pass(called, caller));
    }
  }

  private void pass(Socket from, Socket to) throws IOException {
    try (InputStream in = from.getInputStream();
        OutputStream out = to.getOutputStream()) {
      byte[] buffer = new byte[1 << 16];
      for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
        bytes.addAndGet(count);
        out.write(buffer, 0, count);
      }
    }
  }

  @Override
  public void close() throws IOException {
    server.close();
    for (Socket socket : sockets) {
      socket.close();
    }
  }
}
