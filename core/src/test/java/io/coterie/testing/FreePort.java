package io.coterie.testing;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;

/** Ports of this machine, for processes that cannot choose one themselves. */
public final class FreePort {
  private FreePort() {}

  /** Returns a port on which nothing listens now. */
  public static int next() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }
}
