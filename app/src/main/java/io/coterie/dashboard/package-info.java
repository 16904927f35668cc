/**
 * Live pages: a small server for a coordinator's or a site's own people, with its pages, who may
 * ask it, and how a page that watches is told what is new.
 */
package io.coterie.dashboard;
