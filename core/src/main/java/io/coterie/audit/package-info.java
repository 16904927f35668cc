/**
 * What a site can find out by itself about its own privacy, before anything leaves: attacks on its
 * own messages. An attack that fails proves nothing; one that succeeds proves a fault.
 */
package io.coterie.audit;
