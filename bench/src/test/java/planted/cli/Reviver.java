package planted.cli;

import java.io.IOException;
import java.io.InputStream;
import java.io.ObjectInputStream;

/** Breaks "nobody makes objects out of bytes". */
public final class Reviver {
  public Object revive(InputStream bytes) throws IOException, ClassNotFoundException {
    try (ObjectInputStream objects = new ObjectInputStream(bytes)) {
      return objects.readObject();
    }
  }
}
