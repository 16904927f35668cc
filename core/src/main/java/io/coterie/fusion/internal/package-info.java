/** What the coordinator does with the sites' messages: joins their graphs, finds the clusters. */
package io.coterie.fusion.internal;
