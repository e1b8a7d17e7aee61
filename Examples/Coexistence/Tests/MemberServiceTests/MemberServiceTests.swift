// SPDX-License-Identifier: Apache-2.0
import Hummingbird
import HummingbirdTesting
import MemberService
import Testing

struct MemberServiceTests {
    @Test func aValidMemberIsStored() async throws {
        try await MemberService().application.test(.router) { client in
            let body = ByteBuffer(string: #"{"email":"ann@example.org","age":41}"#)
            try await client.execute(uri: "/members", method: .post, body: body) { response in
                #expect(response.status == .created)
            }
            try await client.execute(uri: "/members", method: .get) { response in
                #expect(String(buffer: response.body).contains(#""email":"ann@example.org""#))
            }
        }
    }

    @Test func anInvalidMemberIsAnsweredWithProblemDetails() async throws {
        try await MemberService().application.test(.router) { client in
            let body = ByteBuffer(string: #"{"email":"ann@","age":17}"#)
            try await client.execute(uri: "/members", method: .post, body: body) { response in
                #expect(response.status == .unprocessableContent)
                #expect(response.headers[.contentType] == "application/problem+json")
                let text = String(buffer: response.body)
                #expect(text.contains(##""pointer":"#/age","code":"range.tooSmall""##))
                #expect(text.contains(##""pointer":"#/email","code":"email.syntax""##))
            }
            try await client.execute(uri: "/members", method: .get) { response in
                #expect(String(buffer: response.body) == "[]")
            }
        }
    }

    @Test func aBodyThatIsNoObjectIsABadRequest() async throws {
        try await MemberService().application.test(.router) { client in
            try await client.execute(uri: "/members", method: .post, body: ByteBuffer(string: "[]"))
            {
                #expect($0.status == .badRequest)
            }
        }
    }
}
