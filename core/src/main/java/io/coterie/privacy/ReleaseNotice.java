package io.coterie.privacy;

import java.io.Serializable;

/**
 * What a data owner is told of one block before it leaves: never its values.
 *
 * @param step of the study
 * @param block its name, the field's on the wire
 * @param entries how many numbers
 * @param mechanism how they are made noisy
 * @param shares among how many sites the noise is divided; 1 where each adds all of it
 */
public record ReleaseNotice(String step, String block, int entries, Mechanism mechanism, int shares)
    implements Serializable {}
