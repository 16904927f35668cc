package planted.method;

import planted.spark.Driver;

/** A method that cannot do without a cluster. */
public final class Spreader {
  public Driver driver() {
    return new Driver();
  }
}
