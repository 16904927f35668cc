package io.coterie.spark;

import io.coterie.federation.SiteHost.SiteReply;
import java.nio.ByteBuffer;
import org.apache.spark.SparkEnv;
import org.apache.spark.serializer.SerializerInstance;
import scala.reflect.ClassTag;
import scala.reflect.ClassTag$;

/**
 * A site's reply as the bytes that a task returns, made by the serializer that Spark sends its own
 * tasks with. They are made and opened one site at a time, so that the sums of thousands of sites
 * are never all unfolded, and their size is known.
 */
final class PackedReply {
  private PackedReply() {}

  static byte[] of(SiteReply reply) {
    ByteBuffer bytes = serializer().serialize(reply, type());
    byte[] packed = new byte[bytes.remaining()];
    bytes.get(packed);
    return packed;
  }

  static SiteReply reply(byte[] packed) {
    return serializer()
        .deserialize(ByteBuffer.wrap(packed), PackedReply.class.getClassLoader(), type());
  }

  private static SerializerInstance serializer() {
    return SparkEnv.get().closureSerializer().newInstance();
  }

  private static ClassTag<SiteReply> type() {
    return ClassTag$.MODULE$.apply(SiteReply.class);
  }
}
