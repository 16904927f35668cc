package io.coterie.method.fedsc;

import io.coterie.math.Matrix;
import io.coterie.message.Payload;

/**
 * One random point of unit length in the subspace of each of a site's groups of records.
 *
 * @param samples one row per group
 * @param converged whether the site's self-expression converged for every record
 */
record SubspaceSamples(Matrix samples, @Payload.Name("search") boolean converged)
    implements Payload {}
