/**
 * What a study is before anybody runs it: the study file that all sites agree on, the schema of its
 * records, and the policy by which a site refuses.
 */
package io.coterie.study;
