package io.coterie.wire;

import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;
import io.coterie.secure.Bytes;
import io.coterie.secure.SumContext;
import io.coterie.secure.SumMessage.Advertisement;
import io.coterie.secure.SumMessage.Consent;
import io.coterie.secure.SumMessage.Consents;
import io.coterie.secure.SumMessage.DeliveredShares;
import io.coterie.secure.SumMessage.EncryptedShares;
import io.coterie.secure.SumMessage.KeyRoster;
import io.coterie.secure.SumMessage.MaskedVector;
import io.coterie.secure.SumMessage.Reveal;
import io.coterie.secure.SumMessage.Survivors;
import io.coterie.wire.v1.SecureProto;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The messages of a secure sum as bytes and back, as {@code coterie/v1/secure.proto} says. What
 * cannot be a message is an IllegalArgumentException; whether it is a true one is for the sum to
 * find out.
 *
 * <p>Stateless and thread-safe.
 */
public final class SecureCodec {
  private static final int LONGEST_NAME = 200;

  /** Keys, signatures and sealed pairs of shares are all far shorter. */
  private static final int LONGEST_PART = 1024;

  private SecureCodec() {}

  /** Reads one message of a kind; protobuf's complaint becomes ours. */
  @FunctionalInterface
  private interface Parser<T> {
    T parse(byte[] bytes) throws InvalidProtocolBufferException;
  }

  private static <T> T parse(byte[] bytes, Parser<T> parser) {
    try {
      return parser.parse(bytes);
    } catch (InvalidProtocolBufferException e) {
      throw new IllegalArgumentException("its bytes are no message of a secure sum", e);
    }
  }

  public static byte[] encode(Advertisement advertisement) {
    return proto(advertisement).toByteArray();
  }

  public static Advertisement advertisement(byte[] bytes) {
    return readAdvertisement(parse(bytes, SecureProto.Advertisement::parseFrom));
  }

  private static SecureProto.Advertisement proto(Advertisement advertisement) {
    return SecureProto.Advertisement.newBuilder()
        .setContext(proto(advertisement.context()))
        .setSite(advertisement.site())
        .setEncryption(bytes(advertisement.keys().encryption()))
        .setMasking(bytes(advertisement.keys().masking()))
        .setCommitment(bytes(advertisement.keys().commitment()))
        .setSignature(bytes(advertisement.signature()))
        .build();
  }

  private static Advertisement readAdvertisement(SecureProto.Advertisement message) {
    return new Advertisement(
        context(message.getContext()),
        name(message.getSite()),
        new Advertisement.Keys(
            part(message.getEncryption()),
            part(message.getMasking()),
            part(message.getCommitment())),
        part(message.getSignature()));
  }

  public static byte[] encode(KeyRoster roster) {
    SecureProto.Roster.Builder message =
        SecureProto.Roster.newBuilder().setContext(proto(roster.context()));
    roster.advertisements().forEach(each -> message.addAdvertisements(proto(each)));
    return message.build().toByteArray();
  }

  public static KeyRoster roster(byte[] bytes) {
    SecureProto.Roster message = parse(bytes, SecureProto.Roster::parseFrom);
    List<Advertisement> advertisements =
        message.getAdvertisementsList().stream().map(SecureCodec::readAdvertisement).toList();
    return new KeyRoster(context(message.getContext()), advertisements);
  }

  public static byte[] encode(EncryptedShares shares) {
    return shares(shares.context(), shares.site(), shares.sealed());
  }

  public static EncryptedShares encryptedShares(byte[] bytes) {
    SecureProto.Shares message = parse(bytes, SecureProto.Shares::parseFrom);
    return new EncryptedShares(
        context(message.getContext()), name(message.getSite()), parts(message.getSealedList()));
  }

  public static byte[] encode(DeliveredShares shares) {
    return shares(shares.context(), shares.site(), shares.sealed());
  }

  public static DeliveredShares deliveredShares(byte[] bytes) {
    SecureProto.Shares message = parse(bytes, SecureProto.Shares::parseFrom);
    return new DeliveredShares(
        context(message.getContext()), name(message.getSite()), parts(message.getSealedList()));
  }

  private static byte[] shares(SumContext context, String site, Map<String, Bytes> sealed) {
    SecureProto.Shares.Builder message =
        SecureProto.Shares.newBuilder().setContext(proto(context)).setSite(site);
    new TreeMap<>(sealed).forEach((peer, part) -> message.addSealed(proto(peer, part)));
    return message.build().toByteArray();
  }

  public static byte[] encode(MaskedVector masked) {
    ByteBuffer words =
        ByteBuffer.allocate(Math.multiplyExact(masked.vector().size(), Long.BYTES))
            .order(ByteOrder.LITTLE_ENDIAN);
    words.asLongBuffer().put(masked.words());
    return SecureProto.Masked.newBuilder()
        .setContext(proto(masked.context()))
        .setSite(masked.site())
        .setWords(ByteString.copyFrom(words.array()))
        .build()
        .toByteArray();
  }

  public static MaskedVector maskedVector(byte[] bytes) {
    SecureProto.Masked message = parse(bytes, SecureProto.Masked::parseFrom);
    if (message.getWords().size() % Long.BYTES != 0) {
      throw new IllegalArgumentException("its vector ends within a word");
    }
    long[] words = new long[message.getWords().size() / Long.BYTES];
    message
        .getWords()
        .asReadOnlyByteBuffer()
        .order(ByteOrder.LITTLE_ENDIAN)
        .asLongBuffer()
        .get(words);
    return MaskedVector.of(context(message.getContext()), name(message.getSite()), words);
  }

  public static byte[] encode(Survivors survivors) {
    return SecureProto.Survivors.newBuilder()
        .setContext(proto(survivors.context()))
        .addAllSites(survivors.sites())
        .build()
        .toByteArray();
  }

  public static Survivors survivors(byte[] bytes) {
    SecureProto.Survivors message = parse(bytes, SecureProto.Survivors::parseFrom);
    message.getSitesList().forEach(SecureCodec::name);
    return new Survivors(context(message.getContext()), new TreeSet<>(message.getSitesList()));
  }

  public static byte[] encode(Consent consent) {
    return proto(consent).toByteArray();
  }

  public static Consent consent(byte[] bytes) {
    return readConsent(parse(bytes, SecureProto.Consent::parseFrom));
  }

  private static SecureProto.Consent proto(Consent consent) {
    return SecureProto.Consent.newBuilder()
        .setContext(proto(consent.context()))
        .setSite(consent.site())
        .setSignature(bytes(consent.signature()))
        .build();
  }

  private static Consent readConsent(SecureProto.Consent message) {
    return new Consent(
        context(message.getContext()), name(message.getSite()), part(message.getSignature()));
  }

  public static byte[] encode(Consents consents) {
    SecureProto.Consents.Builder message =
        SecureProto.Consents.newBuilder().setContext(proto(consents.context()));
    consents.consents().forEach(each -> message.addConsents(proto(each)));
    return message.build().toByteArray();
  }

  public static Consents consents(byte[] bytes) {
    SecureProto.Consents message = parse(bytes, SecureProto.Consents::parseFrom);
    return new Consents(
        context(message.getContext()),
        message.getConsentsList().stream().map(SecureCodec::readConsent).toList());
  }

  public static byte[] encode(Reveal reveal) {
    SecureProto.Reveal.Builder message =
        SecureProto.Reveal.newBuilder().setContext(proto(reveal.context())).setSite(reveal.site());
    new TreeMap<>(reveal.selfMasks())
        .forEach((site, share) -> message.addSelfMasks(proto(site, share)));
    new TreeMap<>(reveal.maskingKeys())
        .forEach((site, share) -> message.addMaskingKeys(proto(site, share)));
    return message.build().toByteArray();
  }

  public static Reveal reveal(byte[] bytes) {
    SecureProto.Reveal message = parse(bytes, SecureProto.Reveal::parseFrom);
    return new Reveal(
        context(message.getContext()),
        name(message.getSite()),
        parts(message.getSelfMasksList()),
        parts(message.getMaskingKeysList()));
  }

  private static SecureProto.SumContext proto(SumContext context) {
    return SecureProto.SumContext.newBuilder()
        .setStudy(context.study())
        .setRound(context.round())
        .setAttempt(context.attempt())
        .build();
  }

  private static SumContext context(SecureProto.SumContext context) {
    return new SumContext(name(context.getStudy()), context.getRound(), context.getAttempt());
  }

  private static SecureProto.Part proto(String site, Bytes content) {
    return SecureProto.Part.newBuilder().setSite(site).setContent(bytes(content)).build();
  }

  private static Map<String, Bytes> parts(List<SecureProto.Part> parts) {
    Map<String, Bytes> bySite = new TreeMap<>();
    for (SecureProto.Part part : parts) {
      if (bySite.put(name(part.getSite()), part(part.getContent())) != null) {
        throw new IllegalArgumentException("it names a site twice");
      }
    }
    return bySite;
  }

  private static ByteString bytes(Bytes bytes) {
    return ByteString.copyFrom(bytes.toArray());
  }

  private static Bytes part(ByteString bytes) {
    if (bytes.isEmpty() || bytes.size() > LONGEST_PART) {
      throw new IllegalArgumentException(
          "a key, signature or share is missing or longer than %d bytes".formatted(LONGEST_PART));
    }
    return Bytes.copyOf(bytes.toByteArray());
  }

  private static String name(String name) {
    if (name.isEmpty() || name.length() > LONGEST_NAME) {
      throw new IllegalArgumentException(
          "a name is empty or longer than %d characters".formatted(LONGEST_NAME));
    }
    return name;
  }
}
