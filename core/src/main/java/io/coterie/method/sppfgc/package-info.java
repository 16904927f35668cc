/**
 * SPP-FGC as published, without labels: each site learns a structured graph of its own records; the
 * coordinator fuses the graphs through prototypes and learns one with as many components as
 * clusters.
 */
package io.coterie.method.sppfgc;
