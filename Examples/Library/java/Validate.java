// SPDX-License-Identifier: Apache-2.0

/** Validate RULES RECORD FILE: checks a record, then the records of a file, and prints what is wrong. */
public final class Validate implements AutoCloseable {
    static { System.loadLibrary("validate"); } // validate.c, in java.library.path

    /** A session that checks records, and is about to read the file. */
    private static native long open(String rules, String file);
    private static native void close(long session);
    /**
     * What is wrong, a line each; counts[0] records were checked, of which counts[1] are invalid. Without
     * json the next part of the file; null at its end.
     */
    private static native String[] check(long session, byte[] json, long[] counts);

    private final long session;
    private final long[] counts = new long[2];

    private Validate(String rules, String file) { session = open(rules, file); }

    @Override
    public void close() { close(session); }

    private void record(String json) {
        String[] found = check(session, json.getBytes(java.nio.charset.StandardCharsets.UTF_8), counts);
        System.out.println("record: " + (counts[1] == 0 ? "valid" : "invalid"));
        print(found);
    }

    private void file() {
        long records = 0, invalid = 0;
        for (String[] found; (found = check(session, null, counts)) != null;) {
            records += counts[0];
            invalid += counts[1];
            print(found);
        }
        System.out.println("file: " + records + " records, " + invalid + " invalid");
    }

    private static void print(String[] found) {
        for (String line : found) System.out.println(line);
    }

    public static void main(String[] arguments) {
        try (Validate validate = new Validate(arguments[0], arguments[2])) {
            validate.record(arguments[1]);
            validate.file();
        }
    }
}
