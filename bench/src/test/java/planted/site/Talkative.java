package planted.site;

import java.io.FileInputStream;
import java.io.IOException;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.logging.Logger;

/** Core code that prints, logs and opens files and sockets. */
public final class Talkative {
  public void print() {
    System.out.println("hello");
  }

  public void complain() {
    System.err.println("no");
  }

  public void trace(Throwable trouble) {
    trouble.printStackTrace();
  }

  public void log() {
    Logger.getLogger("planted").info("hello");
  }

  public void systemLog() {
    System.getLogger("planted").log(System.Logger.Level.INFO, "hello");
  }

  public void save(Path path) throws IOException {
    Files.writeString(path, "hello");
  }

  public int stream(String name) throws IOException {
    try (FileInputStream in = new FileInputStream(name)) {
      return in.read();
    }
  }

  public void send(String host) throws IOException {
    new Socket(host, 80).close();
  }
}
