/**
 * Methods that learn features across sites. They may use core, and nothing in core knows them; the
 * networks are in {@link io.coterie.deep.network}.
 */
package io.coterie.deep;
