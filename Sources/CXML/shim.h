#pragma once

// The types of libxml2 that its functions hand out, as far as they are looked into, and no more of its headers: those need the path of a
// folder that only the package for building has. The members and their order have been these since libxml2 2.6, and are part of its binary
// interface.
//
// Source: libxml2, tree.h, xpath.h, xmlerror.h.

typedef struct microscope_xml_namespace {
    struct microscope_xml_namespace *next;
    int type;
    const unsigned char *href;
    const unsigned char *prefix;
} microscope_xml_namespace;

// An element, a document, a document type, the declaration of an entity: all begin like this. The namespace is that of an element only.
typedef struct microscope_xml_node {
    void *application;
    int type;
    const unsigned char *name;
    struct microscope_xml_node *children;
    struct microscope_xml_node *last;
    struct microscope_xml_node *parent;
    struct microscope_xml_node *next;
    struct microscope_xml_node *previous;
    struct microscope_xml_node *document;
    microscope_xml_namespace *name_space;
} microscope_xml_node;

enum { MICROSCOPE_XML_ELEMENT = 1, MICROSCOPE_XML_DOCUMENT_TYPE = 14, MICROSCOPE_XML_ENTITY_DECLARATION = 17 };

typedef struct microscope_xml_nodes {
    int count;
    int room;
    microscope_xml_node **nodes;
} microscope_xml_nodes;

// The value of an expression of XPath.
typedef struct microscope_xml_value {
    int type;
    microscope_xml_nodes *nodes;
    int boolean;
    double number;
} microscope_xml_value;

enum { MICROSCOPE_XPATH_NODES = 1, MICROSCOPE_XPATH_BOOLEAN = 2, MICROSCOPE_XPATH_NUMBER = 3, MICROSCOPE_XPATH_STRING = 4 };

typedef struct microscope_xml_error {
    int domain;
    int code;
    const char *message;
    int level;
    const char *file;
    int line;
} microscope_xml_error;

enum { MICROSCOPE_XML_NO_MEMORY = 2 };
